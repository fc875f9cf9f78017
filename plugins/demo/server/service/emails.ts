/** Email broadcasts of the past weeks with what came of them, one that waits, one that is being written, and what they are made of. */
import type { Ctx } from '@atrium/sdk/server'
import email, { type Block, type Look, type RecordedEmail } from '../../../email/contract.ts'
import { DAY, HOUR } from './calendar.ts'
import { chooser } from './chance.ts'
import type { Person } from './texts/types.ts'
import { type PictureKey, storePictures, type StoredPicture } from './pictures.ts'

const doc = (...paragraphs: string[]) => ({
  type: 'doc' as const,
  content: paragraphs.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
})
const CLAY: Look = {
  name: 'Clay',
  background: '#f3eee8',
  card: '#fffdfa',
  text: '#2b211b',
  accent: '#a4492b',
  accent_text: '#ffffff',
  font: 'serif',
  radius: 8,
  is_logo_shown: true,
}
const KILN: Look = { ...CLAY, name: 'Kiln night', background: '#e9e7ea', card: '#ffffff', text: '#1d1b20', accent: '#3c3a8c', font: 'system', radius: 14 }

type Picture = (key: PictureKey) => Block
interface Letter {
  name: string
  subject: string
  preheader: string
  /** Milliseconds before now. */
  age: number
  opens: number
  clicks: number
  other?: string
  blocks(picture: Picture, link: (path: string) => string): Block[]
}
const heading = (key: string, text: string, level: 1 | 2 = 1): Block => ({ key, type: 'heading', text, level, align: 'start' })
const SENT: Letter[] = [
  {
    name: 'Letter 44: what the ash did',
    subject: 'What the ash did to forty bowls',
    preheader: 'Twelve survived, and four of those are worth a long look.',
    age: 25 * DAY,
    opens: 0.52,
    clicks: 0.17,
    blocks: (picture, link) => [
      picture('raku'),
      heading('h', 'What the ash did to forty bowls'),
      {
        key: 't',
        type: 'text',
        body: doc(
          'Hello from the studio. We fired the wood kiln for thirty-one hours, and opened it on Sunday with twenty people watching.',
          'Twelve bowls came out whole. Four of them have a run of green down one side that nobody planned, and nobody could repeat.',
        ),
      },
      { key: 'b', type: 'button', label: 'See the pictures', href: link('/c/kiln-talk'), align: 'start' },
      { key: 'q', type: 'quote', text: 'I have made worse pots on purpose.', by: 'Hana' },
    ],
  },
  {
    name: 'Last places for plaster day',
    subject: 'Three places left for plaster day',
    preheader: 'Saturday, ten to four, soup included.',
    age: 12 * DAY,
    opens: 0.63,
    clicks: 0.28,
    blocks: (picture, link) => [
      heading('h', 'Three places left for plaster day'),
      picture('wheel'),
      { key: 't', type: 'text', body: doc('Bring a form that you would like to cast, a smock and an old bucket. We have plaster for thirty moulds.') },
      { key: 'b', type: 'button', label: 'Take a place', href: link('/events'), align: 'center' },
    ],
  },
  {
    name: 'Letter 45: the shelf that fell',
    subject: 'The shelf that fell',
    other: 'We lost a shelf of glaze tests. Here is what it taught us',
    preheader: 'Nobody was hurt. Eighty test tiles were.',
    age: 4 * DAY,
    opens: 0.49,
    clicks: 0.14,
    blocks: (picture, link) => [
      picture('shelves'),
      heading('h', 'The shelf that fell'),
      {
        key: 't',
        type: 'text',
        body: doc('On Tuesday a shelf in the glaze room gave way at two in the morning. Eighty tiles broke, and the recipes were on their backs.'),
      },
      {
        key: 'c',
        type: 'columns',
        columns: [
          [picture('tiles') as never, { key: 'c1', type: 'button', label: 'The recipes we saved', href: link('/c/glaze-lab'), align: 'start' }],
          [picture('mugs') as never, { key: 'c2', type: 'button', label: 'Help us fire again', href: link('/events'), align: 'start' }],
        ],
      },
    ],
  },
]

function outcomes(letter: Letter, people: { memberId: number; email: string; name: string }[], at: Date): RecordedEmail[] {
  const chance = chooser(letter.age)
  const links = letter.other ? 2 : 1
  return people.map((person, index): RecordedEmail => {
    const variant = letter.other && index % 2 === 1 ? 'b' : 'a'
    if (chance.chance(0.05)) return { ...person, variant, isBounced: true }
    const isOpened = chance.chance(letter.opens)
    // most within an hour or two, some days later
    const openedAt = isOpened ? new Date(at.getTime() + chance.next() ** 4 * 46 * HOUR + 60_000) : null
    const isClicked = isOpened && chance.chance(letter.clicks / letter.opens)
    const clickedAt = isClicked && openedAt ? new Date(openedAt.getTime() + chance.between(10, 240) * 1_000) : null
    const isLost = isOpened && !isClicked && chance.chance(0.06)
    return {
      ...person,
      variant,
      openedAt,
      clickedAt,
      ...(clickedAt && { link: chance.between(0, links - 1) }),
      ...(isLost && { unsubscribedAt: openedAt }),
    }
  })
}

export async function addEmails(admin: Ctx, memberIds: ReadonlyMap<Person, number>, now: Date): Promise<void> {
  const service = admin.use(email)
  await admin.saveSettings(email, { footer_html: 'Clay &amp; Fire<br />Strandgaten 14, 5013 Bergen' })
  const stored: Map<PictureKey, StoredPicture> = await storePictures(admin, ['raku', 'wheel', 'shelves', 'tiles', 'mugs', 'market'])
  const picture: Picture = (key) => {
    const { file, alt } = stored.get(key)!
    return { key: `p-${key}`, type: 'image', image: file.signedId, alt, href: null, width: 100 } as never
  }
  const link = (path: string) => `${admin.community.url}${path}`
  // their accounts stand with this very transaction, so their addresses are those that they were given
  const people = [...memberIds].map(([{ key, name }, memberId]) => ({ memberId, name, email: `${key}@clayandfire.example` }))
  const clay = await service.saveTheme(CLAY, true)
  const kiln = await service.saveTheme(KILN)
  for (const letter of SENT) {
    const day = now.getTime() - letter.age
    const at = new Date(day - (day % DAY) + 9 * HOUR)
    const { name, subject, preheader } = letter
    await service.record(
      {
        ...{ name, subject, preheader, theme_id: clay, blocks: letter.blocks(picture, link) },
        ...(letter.other && { experiment: { subject: letter.other, share: 100, wait_minutes: 120, metric: 'opens' as const } }),
      },
      at,
      outcomes(letter, people, at),
    )
  }
  const market = await service.draft({
    name: 'Winter market, first tables',
    subject: 'The first tables of the winter market',
    preheader: 'Members choose before everybody else.',
    theme_id: clay,
    blocks: [
      picture('market'),
      heading('h', 'Choose your table, {{first_name|friend}}'),
      { key: 't', type: 'text', body: doc('Forty tables, two days, one stove. Members choose first, from Monday at nine.') },
      { key: 'b', type: 'button', label: 'Choose a table', href: link('/events'), align: 'center' },
    ],
  })
  const next = now.getTime() + 3 * DAY
  await service.plan(market, new Date(next - (next % DAY) + 9 * HOUR))
  await service.draft({
    name: 'Glaze exchange on Friday',
    subject: 'One tile in, one tile home',
    preheader: '86 people swapped last time. Eleven found their green.',
    theme_id: kiln,
    blocks: [
      picture('tiles'),
      heading('h', 'One tile in, one tile home'),
      {
        key: 't',
        type: 'text',
        body: doc(
          'Hello {{first_name|friend}}, on Friday the glaze exchange opens again. Post one test tile with its recipe on the back, and take a stranger’s home.',
        ),
      },
      { key: 'b', type: 'button', label: 'Reserve a number', href: link('/events'), align: 'start' },
    ],
  })
  await service.saveTemplate({
    name: 'Letter',
    subject: 'Letter: ',
    theme_id: clay,
    blocks: [
      picture('shelves'),
      heading('h', 'A line that makes people read on'),
      { key: 't', type: 'text', body: doc('Hello {{first_name|friend}},', 'what happened in the studio this week.') },
    ],
  })
  await service.saveTemplate({
    name: 'Last places',
    subject: 'Last places for ',
    theme_id: kiln,
    blocks: [
      heading('h', 'Last places'),
      { key: 't', type: 'text', body: doc('When, where, and what to bring.') },
      { key: 'b', type: 'button', label: 'Take a place', href: link('/events'), align: 'center' },
    ],
  })
}
