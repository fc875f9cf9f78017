/** What each template is built of; its words are `template.<key>.…`. */
import type { IconName } from '../public/icons.ts'

export interface Draft {
  type: string
  props: Record<string, unknown>
  look?: Record<string, string>
  slots?: Record<string, Draft[]>
}
type Word = (key: string) => string
type Action = [word: string, to: string, look?: 'solid' | 'outline' | 'plain']

const SIGN_UP = '/user/sign_up'
const doc = (text: string) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
})
const actions = (w: Word, list: Action[]) => list.map(([word, to, look = 'solid']) => ({ label: w(word), to, look, opens_new_tab: false }))
const hero = (
  w: Word,
  props: { layout: string; art: string; buttons: Action[]; eyebrow?: boolean; note?: boolean },
  look: Record<string, string> = {},
): Draft => ({
  type: 'Hero',
  props: {
    layout: props.layout,
    art: props.art,
    eyebrow: props.eyebrow ? w('eyebrow') : '',
    title: w('title'),
    text: w('text'),
    note: props.note ? w('note') : '',
    buttons: actions(w, props.buttons),
  },
  look: { space_above: 'large', space_below: 'large', ...look },
})
/** Titles and texts by number: `get.1`, `get.1.text`. */
const items = (w: Word, under: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({ title: w(`${under}.${at + 1}`), text: w(`${under}.${at + 1}.text`) }))
const features = (w: Word, under: string, icons: IconName[], style: 'cards' | 'plain' | 'tiles', columns = '3', anchor = ''): Draft => ({
  type: 'Features',
  props: { title: w(under), style, columns, items: items(w, under, icons.length).map((one, at) => ({ icon: icons[at], picture: null, to: '', ...one })) },
  look: { anchor },
})
const steps = (w: Word, under: string, count: number, look: Record<string, string> = {}): Draft => ({
  type: 'Steps',
  props: { title: w(under), items: items(w, under, count) },
  look,
})
const faq = (w: Word, count: number, look: Record<string, string> = {}): Draft => ({
  type: 'Faq',
  props: { title: w('faq'), items: Array.from({ length: count }, (_, at) => ({ question: w(`faq.${at + 1}`), answer: doc(w(`faq.${at + 1}.text`)) })) },
  look: { anchor: 'questions', ...look },
})
const quotes = (w: Word, count: number, look: Record<string, string> = {}): Draft => ({
  type: 'Quotes',
  props: {
    items: Array.from({ length: count }, (_, at) => ({
      text: w(`quote.${at + 1}`),
      name: w(`quote.${at + 1}.name`),
      role: w(`quote.${at + 1}.role`),
      picture: null,
    })),
  },
  look,
})
const call = (w: Word, art: string, buttons: Action[]): Draft => ({
  type: 'CallToAction',
  props: { title: w('call'), text: w('call.text'), art, buttons: actions(w, buttons) },
  look: { background: 'brand' },
})
const text = (w: Word, word: string, size = 'normal'): Draft => ({ type: 'Text', props: { text: doc(w(word)), size } })
const title = (w: Word, word: string): Draft => ({ type: 'Heading', props: { text: w(word) } })

export const TEMPLATES: Record<string, (w: Word) => Draft[]> = {
  studio: (w) => [
    hero(
      w,
      {
        layout: 'start',
        art: 'glow',
        buttons: [
          ['join', SIGN_UP],
          ['look', '#what', 'outline'],
        ],
        note: true,
      },
      { background: 'dark' },
    ),
    { type: 'Text', props: { text: doc(w('word')), size: 'large' } },
    features(w, 'get', ['message-circle', 'graduation-cap', 'users', 'flame', 'shopping-bag', 'book-open'], 'tiles', '3', 'what'),
    quotes(w, 3, { background: 'soft' }),
    faq(w, 4),
    call(w, 'rings', [['join', SIGN_UP]]),
  ],
  course: (w) => [
    hero(w, {
      layout: 'beside',
      art: 'waves',
      eyebrow: true,
      buttons: [
        ['join', SIGN_UP],
        ['plan.see', '#plan', 'outline'],
      ],
      note: true,
    }),
    features(w, 'learn', ['target', 'lightbulb', 'wrench', 'trophy'], 'plain', '4'),
    steps(w, 'plan', 4, { background: 'soft', anchor: 'plan' }),
    {
      type: 'Columns',
      props: { columns: '2', ratio: 'wide_last', align: 'middle' },
      slots: { one: [title(w, 'teacher')], two: [text(w, 'teacher.text', 'large')] },
    },
    quotes(w, 2),
    faq(w, 3, { background: 'card' }),
    call(w, 'dots', [['join', SIGN_UP]]),
  ],
  market: (w) => [
    hero(
      w,
      {
        layout: 'centre',
        art: 'dots',
        eyebrow: true,
        buttons: [
          ['join', SIGN_UP],
          ['programme.see', '#programme', 'outline'],
        ],
      },
      { background: 'brand' },
    ),
    { type: 'Countdown', props: { title: w('count'), until: null, over: w('count.over') } },
    features(w, 'facts', ['calendar', 'map-pin', 'clock'], 'plain'),
    steps(w, 'programme', 4, { background: 'soft', anchor: 'programme' }),
    features(w, 'bring', ['shopping-bag', 'headphones', 'heart'], 'tiles'),
    faq(w, 3),
    call(w, 'rings', [['join', SIGN_UP]]),
  ],
  waiting: (w) => [
    hero(w, { layout: 'centre', art: 'glow', eyebrow: true, buttons: [['join', SIGN_UP]], note: true }),
    features(w, 'why', ['rocket', 'gift', 'users'], 'cards'),
    { type: 'Countdown', props: { title: w('count'), until: null, over: w('count.over') }, look: { background: 'soft' } },
    faq(w, 3),
  ],
  links: (w) => [
    {
      type: 'Section',
      props: { width: 'text', align: 'centre' },
      slots: {
        content: [
          { type: 'Heading', props: { text: w('title'), size: 'medium', align: 'centre' } },
          text(w, 'text'),
          {
            type: 'Buttons',
            props: {
              align: 'centre',
              stack: true,
              buttons: actions(w, [
                ['join', SIGN_UP],
                ['latest', '/', 'outline'],
                ['events', '/events', 'outline'],
                ['write', 'mailto:hello@example.com', 'outline'],
              ]),
            },
          },
        ],
      },
      look: { space_above: 'large' },
    },
    quotes(w, 1),
  ],
  about: (w) => [
    hero(w, { layout: 'foot', art: 'waves', buttons: [] }, { background: 'soft', space_below: 'none' }),
    {
      type: 'Columns',
      props: { columns: '2', ratio: 'wide_last' },
      slots: { one: [title(w, 'story')], two: [text(w, 'story.text', 'large')] },
    },
    features(w, 'values', ['hand-heart', 'compass', 'leaf'], 'plain'),
    features(w, 'people', ['users', 'pencil', 'settings'], 'cards'),
    quotes(w, 1, { background: 'dark' }),
    call(w, 'glow', [
      ['join', SIGN_UP],
      ['write', 'mailto:hello@example.com', 'outline'],
    ]),
  ],
  pricing: (w) => [
    hero(w, { layout: 'centre', art: 'rings', buttons: [] }, { space_below: 'medium' }),
    // of the plugin that sells
    { type: 'Prices', props: {} },
    features(w, 'all', ['check', 'shield-check', 'heart'], 'plain'),
    quotes(w, 2, { background: 'soft' }),
    faq(w, 4),
  ],
  help: (w) => [
    hero(
      w,
      { layout: 'start', art: 'dots', buttons: [['write', 'mailto:hello@example.com']] },
      { background: 'soft', space_above: 'medium', space_below: 'medium' },
    ),
    features(w, 'topics', ['key-round', 'credit-card', 'bell'], 'cards'),
    faq(w, 6),
    call(w, 'glow', [['write', 'mailto:hello@example.com']]),
  ],
  thanks: (w) => [hero(w, { layout: 'centre', art: 'glow', eyebrow: true, buttons: [['go', '/']] }), steps(w, 'next', 3, { background: 'soft' }), quotes(w, 1)],
}
