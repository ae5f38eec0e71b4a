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
    join: '{total, plural, one {Dołącz do # osoby} few {Dołącz do # osób} many {Dołącz do # osób} other {Dołącz do # osoby}}',
  },
  mail: {
    unsubscribe: 'Wypisz się',
  },
};
