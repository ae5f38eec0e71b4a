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
    join: '{total, plural, other {#人が「{name}」を待っています}}',
    joinList: '{total, plural, other {#人がウェイトリストに登録しています}}',
    first: '「{name}」にいち早くご登録ください',
    firstList: 'ウェイトリストにいち早くご登録ください',
    open: '「{name}」のウェイトリストにご登録ください',
    openList: 'ウェイトリストにご登録ください',
    invited: '{inviter}さんから「{name}」への招待が届いています',
    invitedList: '{inviter}さんからウェイトリストへの招待が届いています',
    onList: '{total, plural, other {#人が登録しています}}',
    action: 'ウェイトリストに登録する',
  },
  mail: {
    unsubscribe: '配信を停止する',
  },
};
