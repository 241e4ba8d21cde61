"""Inventory logs with Python's logging. Reads what is said as lines of JSON, writes the log."""
import json
import linecache
import logging
import sys
import time

STOCK = '''\
from psycopg import errors


def reserve(cursor, order, items):
    return execute(cursor, "UPDATE stock SET reserved = reserved + %s", items)


def execute(cursor, statement, value):
    raise errors.QueryCanceled("canceling statement due to statement timeout")
'''
PLACE = "/srv/inventory/inventory/stock.py"


class QueryCanceled(Exception):
    """Stands in for the driver's error of that name."""


QueryCanceled.__module__ = "psycopg.errors"


def service():
    """The service's own code, at the place where services stand, so that its tracebacks name that."""
    linecache.cache[PLACE] = (len(STOCK), None, STOCK.splitlines(True), PLACE)
    names = {"errors": sys.modules[__name__]}
    exec(compile(STOCK.replace("from psycopg import errors", ""), PLACE, "exec"), names)
    return names


class FromTheService(logging.Formatter):
    default_time_format = "%Y-%m-%dT%H:%M:%S"
    default_msec_format = "%s.%03dZ"
    converter = time.gmtime

    def formatException(self, ei):
        return super().formatException((ei[0], ei[1], ei[2].tb_next))


handler = logging.StreamHandler(sys.stdout)
handler.setFormatter(FromTheService("%(asctime)s %(levelname)-8s [%(name)s] %(message)s"))
logging.basicConfig(level=logging.DEBUG, handlers=[handler])
reserve = service()["reserve"]
for line in sys.stdin:
    said = json.loads(line)
    now = said["at"] / 1000 + 1e-6
    time.time = lambda: now
    time.time_ns = lambda: said["at"] * 1_000_000
    log = logging.getLogger(said["by"])
    level = {"warn": "WARNING"}.get(said["level"], said["level"].upper())
    if "failure" not in said:
        log.log(getattr(logging, level), "%s", said["text"])
        continue
    try:
        reserve(None, 1, 2)
    except QueryCanceled:
        log.exception("%s", said["text"])
