// biome-ignore-all lint/performance/noBarrelFile: the entry point of `waitlist-service/client`

export type { EventListOptions } from './calls/integrations.ts';
export type { SignupDetail, SignupFilters, SignupListOptions, SignupOptions } from './calls/signups.ts';
export type { CallOptions, ClientOptions, KeyedCallOptions, PageOptions, Schemas } from './connection.ts';
export type { EventWithCursor } from './each-event.ts';
export type { Page } from './each-item.ts';
export type { PublicLeaderboard, SignupStatus } from './read-status.ts';
export { readPublicLeaderboard, readStatus } from './read-status.ts';
export type { VerifyOptions, WebhookEvent, WebhookHeaders } from './verify-webhook.ts';
export { verifyWebhook, WebhookError } from './verify-webhook.ts';
export type { WaitlistClient } from './waitlist-client.ts';
export { createWaitlistClient } from './waitlist-client.ts';
export type { ErrorCode } from './waitlist-error.ts';
export { WaitlistError } from './waitlist-error.ts';
