import { designTemplate } from '../../mail/templates/design/designed-template.ts';

/**
 * What the editor of the mail about a reward begins with (N5). It is not sent until a waitlist makes it its
 * own.
 */
export const rewardTemplate = designTemplate(
  'reward',
  'You’ve earned a reward on the {{waitlist_name}} waitlist',
  {
    headline: 'You’ve earned a reward',
    text: '{{reward.at}} of your referrals have joined the waitlist for {{waitlist_name}}. Your reward: {{reward.key}}.',
  },
);
