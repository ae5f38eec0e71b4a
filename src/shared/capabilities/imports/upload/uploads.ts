import { AppError } from '../../../platform/errors.ts';

/** Each holds some megabytes. A few slow ones must not keep other accounts from uploading. */
const maxUploads = 16;
const maxPerAccount = 1;
const retryAfterSeconds = 10;

/** Limits the uploads of a process, so that memory and time remain for other requests. */
export interface Uploads {
  /** @throws AppError rate_limited if the process, or the account in this process, has too many uploads */
  run<T>(accountId: string, upload: () => Promise<T>): Promise<T>;
}

export function openUploads(): Uploads {
  const counts = new Map<string, number>();
  let total = 0;
  return {
    async run(accountId, upload) {
      if (total >= maxUploads) throw tooMany('The server');
      const own = counts.get(accountId) ?? 0;
      if (own >= maxPerAccount) throw tooMany('The account');
      total += 1;
      counts.set(accountId, own + 1);
      try {
        return await upload();
      } finally {
        total -= 1;
        counts.delete(accountId);
      }
    },
  };
}

function tooMany(owner: string): AppError {
  return new AppError(
    'rate_limited',
    `${owner} has too many uploads in progress. Try again in ${retryAfterSeconds} s.`,
    { retryAfterSeconds },
  );
}
