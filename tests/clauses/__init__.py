"""Tests of the rules, one file a chapter, one or more tests a clause."""
