/** What waits to be looked at, and what was decided before: reports, a post that a rule holds, and two rules that are on. */
import { type Ctx, textToDoc } from '@atrium/sdk/server'
import content from '../../../content/contract.ts'
import moderation, { type Reason } from '../../../moderation/contract.ts'
import posts from '../../../posts/contract.ts'
import { DAY, HOUR } from './calendar.ts'
import { people } from './library.ts'
import type { Person } from './texts/types.ts'

interface Desk {
  adminId: number
  as(id: number): Promise<Ctx>
  idOf(person: Person): number
  /** What is said too much stands under this post, and in that space. */
  postId: number
  introductions: number
  now: Date
}
interface Planned {
  text: string
  reason: Reason
  /** What those who report it say. */
  reports: string[]
  /** Hours ago. */
  age: number
  decided?: { act: 'keep' | 'remove'; reason: string }
}
const BAD_WORDS = ['pay by transfer', 'easy money', 'casino']
const RULES = { reports_enabled: true, reports: 3, words_enabled: true, words: [...BAD_WORDS], words_action: 'hold' as const }
const SAID: Planned[] = [
  {
    text: 'New elements, never fired, half the shop price. Send me the money first and I post them the same day.',
    reason: 'spam',
    reports: ['Money first, then the parcel. I know this one.', 'The same words as last week in the exchange.'],
    age: 7 * 24,
    decided: { act: 'remove', reason: 'Offers belong into the exchange, and nobody sends money before they have seen the parts.' },
  },
  {
    text: 'I would not do it that way, the glaze crawls on a burnished body. But try a tile.',
    reason: 'harassment',
    reports: ['He always knows better.'],
    age: 5 * 24,
    decided: { act: 'keep', reason: '' },
  },
  {
    text: 'Do not buy new ones. I can sell you a full set for €90, write to me at kilnparts.example and I post it tomorrow.',
    reason: 'spam',
    reports: ['Money first, link outside.', 'Scam. Same words as before.', 'Is this allowed?'],
    age: 2,
  },
  {
    text: 'Honestly, if you cannot centre after two years you should find another hobby.',
    reason: 'harassment',
    reports: ['This is no way to talk to a beginner.'],
    age: 1,
  },
]
const HELD = {
  name: 'Kiln shelves for everybody',
  text: 'I have twelve silicon carbide shelves from a closed workshop. Pay by transfer until Friday and I keep one for you.',
}

export async function addDesk({ adminId, as, idOf, postId, introductions, now }: Desk): Promise<void> {
  const admin = await as(adminId)
  await admin.use(moderation).setRules(RULES)
  const bySince = people.filter(({ moderates }) => !moderates).sort((one, other) => one.since - other.since)
  const reporters = bySince.slice(-6)
  for (const [i, { text, reason, reports, age, decided }] of SAID.entries()) {
    const at = new Date(now.getTime() - age * HOUR)
    const author = await as(idOf(bySince[i + 2]!))
    const { id } = await author.use(content).comment({ kind: 'post', id: postId, doc: textToDoc(text), at })
    let caseId = 0
    for (const [n, body] of reports.entries()) {
      const reporter = await as(idOf(reporters[(i + n) % reporters.length]!))
      const reported = new Date(at.getTime() + (n + 1) * 6 * 60_000)
      ;({ caseId } = await reporter.use(moderation).report({ kind: 'comment', id, reason, body, at: reported }))
    }
    if (decided) await admin.use(moderation).decide(caseId, { ...decided, at: new Date(at.getTime() + 2 * HOUR) })
  }
  const [newest, second] = bySince.map(idOf)
  const author = await as(newest!)
  // whoever acts has read the rules as they were before
  await author.use(moderation).setRules(RULES)
  await author.use(posts).create({ spaceId: introductions, authorMemberId: newest!, name: HELD.name, doc: textToDoc(HELD.text) })
  const reporter = await as(idOf(reporters[0]!))
  const at = new Date(now.getTime() - DAY / 4)
  await reporter.use(moderation).report({ kind: 'member', id: second!, reason: 'spam', body: 'Writes to every newcomer about insurance.', at })
}
