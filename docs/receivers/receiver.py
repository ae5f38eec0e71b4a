import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

SECRET = os.environ["SIGNING_SECRET"].encode()


def is_genuine(headers, body):
    timestamp = headers.get("service-timestamp", "")
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > 300:  # older than five minutes
        return False
    digest = hmac.new(SECRET, timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(f"v1={digest}".encode(), headers.get("service-signature", "").encode())


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))  # the bytes as they came
        genuine = is_genuine(self.headers, body)
        if genuine:
            event = json.loads(body)
            print(event["type"], event["data"]["email"], flush=True)
        self.send_response(204 if genuine else 401)
        self.end_headers()


HTTPServer(("127.0.0.1", int(os.environ["PORT"])), Receiver).serve_forever()
