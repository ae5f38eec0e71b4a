import { designTemplate, list } from '../../mail/design/designed-template.ts';
import { footers } from '../../mail/design/footers.ts';

/**
 * What the editor of the mail about a reward begins with (N5). It is not sent until a waitlist makes it its
 * own.
 */
export const rewardTemplate = designTemplate(footers.onList, (say) => ({
  subject: say('mail.rewardSubject', { list }),
  headline: say('mail.rewardHeadline'),
  text: say('mail.rewardText', { list, at: '{{reward.at}}', reward: '{{reward.key}}' }),
}));
