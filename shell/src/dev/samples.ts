/** What the page of the kit shows in its parts. */
import type { MentionHit } from '@atrium/sdk/web'

/** A drawn picture as a data: address, so that the page needs no file. */
const bowl = (glaze: string, ground: string) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="950" height="500" viewBox="0 0 950 500"><defs><linearGradient id="g" x2="0" y2="1"><stop stop-color="${ground}"/><stop offset="1" stop-color="#d9d2c7"/></linearGradient></defs><rect width="950" height="500" fill="url(#g)"/><ellipse cx="475" cy="402" rx="250" ry="26" fill="#0002"/><path d="M255 210c10 110 90 190 220 190s210-80 220-190z" fill="${glaze}"/><ellipse cx="475" cy="210" rx="220" ry="44" fill="#0003"/><ellipse cx="475" cy="206" rx="220" ry="44" fill="${glaze}" stroke="#8b6b4b" stroke-width="7"/></svg>`,
  )}`
export const picture = bowl('#8fc4b2', '#b9b4ac')
export const face = bowl('#d98c5f', '#e7d9c8')

export const people = [
  { id: 11, name: 'Hana Ishikawa', src: face },
  { id: 12, name: 'Jonas Weil' },
  { id: 13, name: 'Adaeze Obi' },
  { id: 14, name: 'Rui Tavares' },
  { id: 15, name: 'Beatriz Nogueira' },
]

export const mentions = async (text: string): Promise<MentionHit[]> =>
  people
    .filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
    .map(({ id, name, src }) => ({ id, name, avatarUrl: src ?? null, sgid: `sample-${id}` }))

const text = (words: string, ...marks: object[]) => ({ type: 'text', text: words, ...(marks.length > 0 && { marks }) })
const paragraph = (...content: object[]) => ({ type: 'paragraph', content })
export const article = {
  type: 'doc' as const,
  content: [
    paragraph(
      text(
        'I have fired the same celadon for four years and always blamed the clay when it went grey. Last week I put three bowls from one throwing session through three firings and changed only what happens after the peak.',
      ),
    ),
    { type: 'heading', attrs: { level: 2 }, content: [text('What I did')] },
    {
      type: 'bulletList',
      content: [
        {
          type: 'listItem',
          content: [
            paragraph(
              text('Cone 9 in reduction, '),
              text('0.8 % red iron oxide', { type: 'link', attrs: { href: 'https://example.com/iron' } }),
              text(', feldspar from the old bag'),
            ),
          ],
        },
        { type: 'listItem', content: [paragraph(text('Bowl B: down to 1040 °C, then held for '), text('forty minutes', { type: 'bold' }))] },
      ],
    },
    paragraph(
      text('The crackle closed. '),
      { type: 'mention', attrs: { id: 12, sgid: 'sample', label: 'Jonas Weil' } },
      text(' thinks the hold lets the iron stay reduced instead of going back on the way down.'),
    ),
    { type: 'blockquote', content: [paragraph(text('The kiln does not end at the peak. It ends when you open the door.'))] },
    { type: 'codeBlock', content: [text('1040 °C  hold 40 min\n 900 °C  damper open a finger')] },
    {
      type: 'table',
      content: [
        ['tableHeader', 'Cone', 'Hold', 'Crackle'],
        ['tableCell', '9', '40 min', 'closed'],
      ].map(([type, ...cells]) => ({ type: 'tableRow', content: cells.map((words) => ({ type: type!, content: [paragraph(text(words))] })) })),
    },
    {
      type: 'taskList',
      content: [true, false].map((checked) => ({
        type: 'taskItem',
        attrs: { checked },
        content: [paragraph(text(checked ? 'Weigh the feldspar' : 'Fire the second bowl'))],
      })),
    },
    { type: 'embed', attrs: { url: 'https://vimeo.com/76979871' } },
    { type: 'heading', attrs: { level: 3 }, content: [text('What I would like to know')] },
    paragraph(text('Has anybody tried the hold in an electric kiln with a little reduction from a burner?')),
    {
      type: 'file',
      attrs: { signed_id: 'sample', src: '/files/sample', filename: 'cooling-curves.xlsx', byte_size: 48_200, content_type: 'application/vnd.ms-excel' },
    },
  ],
}

export const payments = [
  { id: 1, name: 'Hana Ishikawa', status: 'Active', tone: 'success' as const, paid: '€180' },
  { id: 2, name: 'Jonas Weil', status: 'Trial', tone: 'info' as const, paid: '€49' },
  { id: 3, name: 'Rui Tavares', status: 'Failed', tone: 'danger' as const, paid: '€0' },
]
