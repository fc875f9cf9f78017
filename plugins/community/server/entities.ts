/** Tables of a community's set-up. */
import { type InferEntity, p, table, type TablesOf } from '@atrium/sdk/server'
import type { Domain as DomainReply } from '../contract.ts'

/** What an admin keeps about the community, by key: few, small, read by few screens. */
export const Part = table('community.part', { key: p.text(), value: p.json() })

/** The domain that is to lead here, and how far its proof is. One a community. */
export const Domain = table(
  'community.domain',
  {
    domain: p.text(),
    token: p.text(),
    status: p.text().$type<'pending' | 'verified' | 'failed'>(),
    problem: p.text().$type<NonNullable<DomainReply['problem']>>().nullable(),
    failures: p.integer().default(0),
    askedAt: p.datetime(),
    checkedAt: p.datetime().nullable(),
  },
  { stays: 'a domain leads to one installation, and is proven there' },
)
export type Domain = InferEntity<typeof Domain>

/** Which versions of the legal texts a member has accepted last. */
export const Consent = table('community.consent', { memberId: p.bigint('number'), versions: p.json() }, { own: ['versions'] })

/** For typed SQL: `ctx.em.getKysely<Tables>()`. */
export type Tables = TablesOf<typeof Part | typeof Domain | typeof Consent>
