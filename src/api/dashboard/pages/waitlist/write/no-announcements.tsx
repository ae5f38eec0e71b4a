import type { ComponentChildren } from 'preact';
import { Empty } from '../../../parts/empty/empty.tsx';

/** What a waitlist shows that was never written to. The button is inside. */
export function NoAnnouncements({ children }: { readonly children: ComponentChildren }) {
  return (
    <Empty
      id="start"
      picture="letter"
      title="Write to the people on your list"
      about="Tell everybody, or some of them, that you launch on Tuesday. Whoever unsubscribed, complained or bounced gets nothing, nobody gets it twice, and it stops itself when too many mails come back."
      steps={[
        'Choose who gets it, and see how many that are.',
        'Write the mail, look at it as one of them, and send yourself a test.',
        'Launch it with the number that you saw.',
      ]}
    >
      {children}
    </Empty>
  );
}
