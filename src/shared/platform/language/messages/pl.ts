import type { Messages } from './en.ts';

export const pl: Messages = {
  page: {
    place: 'Twoje miejsce',
  },
  status: {
    onList:
      '{total, plural, one {# osoba na liście} few {# osoby na liście} many {# osób na liście} other {# osoby na liście}}',
  },
  confirm: {
    button: 'Potwierdź',
  },
  unsubscribe: {
    button: 'Wypisz się',
  },
  form: {
    thanks: 'Dziękujemy',
  },
  signup: {
    join: 'Dołącz do listy oczekujących',
  },
  card: {
    join: '{total, plural, one {#\u00a0osoba czeka już na {name}} few {#\u00a0osoby czekają już na {name}} many {#\u00a0osób czeka już na {name}} other {#\u00a0osoby czeka już na {name}}}',
    joinList:
      '{total, plural, one {#\u00a0osoba jest już na liście oczekujących} few {#\u00a0osoby są już na liście oczekujących} many {#\u00a0osób jest już na liście oczekujących} other {#\u00a0osoby jest już na liście oczekujących}}',
    first: 'Poznaj {name} przed innymi',
    firstList: 'Dołącz do listy przed innymi',
    open: 'Dołącz do listy oczekujących na {name}',
    openList: 'Dołącz do listy oczekujących',
    invited: '{inviter} zaprasza Cię na listę {name}',
    invitedList: '{inviter} zaprasza Cię na listę oczekujących',
    onList:
      '{total, plural, one {# osoba jest na liście} few {# osoby są na liście} many {# osób jest na liście} other {# osoby jest na liście}}',
    action: 'Dołącz do listy oczekujących',
  },
  mail: {
    unsubscribe: 'Wypisz się',
  },
};
