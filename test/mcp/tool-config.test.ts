import { describe, expect, test } from 'vitest';
import { readToolConfig } from '../../src/api/mcp/tool-config.ts';

describe('the URL for the tool server over stdio (C8.4)', () => {
  const read = (url: string, allowed = '') =>
    readToolConfig({ WAITLIST_API_KEY: 'wl_x', WAITLIST_API_URL: url, WAITLIST_ALLOW_HTTP: allowed }).baseUrl;

  test.each([
    ['https://waitlist.example.com', ''],
    ['http://localhost:3000', ''],
    ['http://LOCALHOST.', ''],
    ['http://api.localhost', ''],
    ['http://127.0.0.1:3000', ''],
    ['http://127.8.8.8', ''],
    ['http://[::1]:3000', ''],
    ['http://10.1.2.3', ''],
    ['http://172.31.0.1:8080', ''],
    ['http://192.168.1.5/api', ''],
    ['http://169.254.1.1', ''],
    ['http://[fd00::1]', ''],
    ['http://[fe80::1]', ''],
    ['http://[::ffff:10.0.0.1]', ''],
    ['http://waitlist:3000', 'other, Waitlist'],
    ['http://waitlist.corp.example', 'waitlist.corp.example'],
    ['http://203.0.113.7', '203.0.113.7'],
    ['http://[2001:db8::1]', '[2001:db8::1]'],
  ])('may be %s with the allowed hosts %j', (url, allowed) => {
    expect(read(url, allowed)).toBe(url);
  });

  test.each([
    ['http://waitlist.example.com', ''],
    ['http://waitlist:3000', ''],
    ['http://203.0.113.7', ''],
    ['http://172.32.0.1', ''],
    ['http://[2001:db8::1]', ''],
    ['http://localhost.example.com', ''],
    ['http://localhost@example.com', 'localhost'],
    ['http://10.0.0.1.example.com', ''],
    ['http://sub.waitlist.example', 'waitlist.example'],
    ['http://example.com', ','],
  ])('may not be %s with the allowed hosts %j', (url, allowed) => {
    expect(() => read(url, allowed)).toThrow(/^Bad environment: WAITLIST_API_URL must be https:\/\//);
  });
});
