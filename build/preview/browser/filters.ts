import { byId, element } from './dom.ts';
import { type Place, type StateFilter, stateFilters } from './location.ts';

/** The filters of the list: the search field with its hits, and the states with their counts. */
export interface Filters {
  show(place: Pick<Place, 'query' | 'state'>): void;
  /** `hits` are the files of the chosen state that fit the query. */
  count(counts: Record<StateFilter, number>, hits: number, place: Pick<Place, 'query' | 'state'>): void;
}

const names: Record<StateFilter, string> = {
  all: 'All',
  due: 'Due',
  scheduled: 'Scheduled',
  hidden: 'Hidden',
  problem: 'With problem',
};

export function createFilters(onChange: (change: Partial<Place>) => void): Filters {
  const field = byId<HTMLInputElement>('filter');
  field.addEventListener('input', () => onChange({ query: field.value }));
  for (const state of stateFilters) {
    const input = element('input', { type: 'radio', name: 'state', id: `state-${state}` });
    input.addEventListener('change', () => onChange({ state }));
    byId('states').append(
      element('label', {}, input, element('span', {}, names[state], ' ', element('b', { id: `count-${state}` }))),
    );
  }
  return {
    show({ query, state }) {
      field.value = query;
      byId<HTMLInputElement>(`state-${state}`).checked = true;
    },
    count(counts, hits, { query, state: chosen }) {
      const all = counts[chosen].toLocaleString('en');
      byId('hits').textContent = query.trim() === '' ? '' : `${hits.toLocaleString('en')} of ${all}`;
      for (const state of stateFilters) byId(`count-${state}`).textContent = counts[state].toLocaleString('en');
    },
  };
}
