"""keep-socket.py PORT COMMAND...: keeps a listening socket as systemd does for a unit, and passes it to the command.

SIGHUP restarts the command as `systemctl restart` does: SIGTERM, its end, its start. SIGTERM ends both.
"""
import os
import signal
import socket
import sys

port, command = int(sys.argv[1]), sys.argv[2:]
kept = socket.create_server(("127.0.0.1", port), backlog=4096)


def start():
    child = os.fork()
    if child == 0:
        os.dup2(kept.fileno(), 3)
        os.set_inheritable(3, True)  # where it is this one already
        signal.pthread_sigmask(signal.SIG_UNBLOCK, signals)
        os.execvpe(command[0], command, {**os.environ, "LISTEN_FDS": "1", "LISTEN_PID": str(os.getpid())})
    return child


def stop(child):
    os.kill(child, signal.SIGTERM)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


signals = {signal.SIGHUP, signal.SIGTERM}
signal.pthread_sigmask(signal.SIG_BLOCK, signals)
child = start()
while signal.sigwait(signals) == signal.SIGHUP:
    code = stop(child)
    if code != 0:
        sys.exit(code)
    child = start()
sys.exit(stop(child))
