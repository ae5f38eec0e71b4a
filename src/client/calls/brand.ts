import { type CallOptions, type Connection, dataOf, type Schemas } from '../connection.ts';

/** A picture. */
export type LogoFile = Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | string;

/** How the pages of a waitlist look. Their settings are with the others. */
export function brandCalls({ api }: Connection) {
  return {
    /** Sets the logo: PNG, JPEG, WebP or SVG, which its content says. */
    setLogo: (waitlistId: string, file: LogoFile, call: CallOptions = {}): Promise<Schemas['BrandLogo']> =>
      dataOf(
        api.PUT('/v1/waitlists/{id}/brand/logo', {
          params: { path: { id: waitlistId } },
          body: file as never,
          bodySerializer: (body: unknown) => body as BodyInit,
          headers: { 'content-type': 'application/octet-stream' },
          ...call,
        } as never),
      ) as Promise<Schemas['BrandLogo']>,
  };
}
