import { designTemplate } from '../../mail/design/designed-template.ts';
import { footers } from '../../mail/design/footers.ts';

/**
 * What the editor of the mail about a reward begins with (N5). It is not sent until a waitlist makes it its
 * own.
 */
export const rewardTemplate = designTemplate(
  footers.onList,
  'You’ve earned a reward on the {{waitlist_name}} waitlist',
  {
    headline: 'You’ve earned a reward',
    text: '{{reward.at}} of your referrals have joined the waitlist for {{waitlist_name}}. Your reward: {{reward.key}}.',
  },
);
