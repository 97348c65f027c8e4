"""Pictures of the page: `python -m tests.e2e.pictures [FOLDER] [--only NAME ...]` takes every page at every size.

Bots play matches on a real server; their fullest moments are looked for in the replays, and a visitor plays on from
them in a real browser. What is found depends on rules, bots and page, so a picture may change with them; the same of
them give the same pictures.
"""
