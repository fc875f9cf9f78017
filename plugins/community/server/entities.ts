/** Tables of a community's set-up. */
import { p, table } from '@atrium/sdk/server'

/** What an admin keeps about the community, by key: few, small, read by few screens. */
export const Part = table('community.part', { key: p.text(), value: p.json() })

/** The domain that is to lead here, and how far its proof is. One a community. */
export const Domain = table('community.domain', {
  domain: p.text(),
  token: p.text(),
  status: p.text(),
  problem: p.text().nullable(),
  failures: p.integer(),
  askedAt: p.datetime(),
  checkedAt: p.datetime().nullable(),
})

/** Which versions of the legal texts a member has accepted last. */
export const Consent = table('community.consent', { memberId: p.bigint('number'), versions: p.json() })
