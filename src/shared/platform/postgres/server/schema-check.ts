import { setTimeout as sleep } from 'node:timers/promises';

/** An answer that may change counts so long. */
const lookEveryMs = 1_000;

/** Whether the database has the migrations of this build. */
export interface SchemaCheck {
  /** The names of pending migrations. Once there are none, the database is not asked again. */
  findPending(): Promise<readonly string[]>;
}

/** Many may ask at once; the database is asked once a second. */
export function openSchemaCheck(look: () => Promise<readonly string[]>): SchemaCheck {
  let answer: Promise<readonly string[]> | undefined;
  async function ask(): Promise<readonly string[]> {
    let isFinal = false;
    try {
      const pending = await look();
      isFinal = pending.length === 0;
      return pending;
    } finally {
      if (!isFinal) void sleep(lookEveryMs, undefined, { ref: false }).then(() => (answer = undefined));
    }
  }
  return {
    findPending() {
      answer ??= ask();
      return answer;
    },
  };
}
