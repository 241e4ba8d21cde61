"""The hosts' own programs, in syslog's format (RFC 5424). Reads what is said as lines of JSON."""
import json
import logging
import sys
import time

from rfc5424logging import Rfc5424SysLogHandler

FACILITIES = {"CRON": 9, "sshd": 10, "postgres": 16}

handler = Rfc5424SysLogHandler(stream=sys.stdout, msg_as_utf8=False, utc_timestamp=True)
log = logging.getLogger("hosts")
log.setLevel(logging.DEBUG)
log.addHandler(handler)
for line in sys.stdin:
    said = json.loads(line)
    time.time = lambda: said["at"] / 1000 + said["at"] % 997 / 1e6
    time.time_ns = lambda: said["at"] * 1_000_000
    host, program, pid = said["by"].split(" ")
    handler.facility = FACILITIES.get(program, 3)
    level = {"warn": "WARNING"}.get(said["level"], said["level"].upper())
    place = {"hostname": host, "appname": program, "procid": pid}
    log.log(getattr(logging, level), "%s", said["text"], extra=place)
