import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';

const secret = process.env.SIGNING_SECRET ?? '';

function isGenuine(headers: IncomingHttpHeaders, body: Buffer): boolean {
  const timestamp = String(headers['service-timestamp']);
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300)) return false; // older than five minutes
  const digest = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
  const expected = Buffer.from(`v1=${digest}`);
  const given = Buffer.from(String(headers['service-signature']));
  return given.length === expected.length && timingSafeEqual(given, expected);
}

createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks); // the bytes as they came
  if (!isGenuine(request.headers, body)) return response.writeHead(401).end();
  const event = JSON.parse(body.toString());
  console.log(event.type, event.data.email);
  response.writeHead(204).end();
}).listen(Number(process.env.PORT), '127.0.0.1');
