import type { Messages } from './en.ts';

export const ja: Messages = {
  page: {
    place: 'あなたの順番',
  },
  status: {
    onList: '{total, plural, other {リスト登録者数：#人}}',
  },
  confirm: {
    button: '確認する',
  },
  unsubscribe: {
    button: '配信を停止する',
  },
  form: {
    thanks: 'ありがとうございます',
  },
  signup: {
    join: 'ウェイトリストに登録する',
  },
  card: {
    join: '{total, plural, other {ほか#人が登録しています}}',
  },
  mail: {
    unsubscribe: '配信を停止する',
  },
};
