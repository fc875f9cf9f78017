/** How people come to Clay & Fire: three links, some who are asked by email, and an import that is done. */
import type { Ctx } from '@atrium/sdk/server'
import audience from '../../../audience/contract.ts'
import invitations, { type OpenedTarget } from '../../../invitations/contract.ts'
import { DAY } from './calendar.ts'
import type { SpaceKey } from './texts/types.ts'

const ASKED = [
  'Hanna Lindqvist <hanna.lindqvist@example.com>',
  'Otávio Prado <otavio.prado@example.com>',
  'mei.tanaka@example.com',
  'Joris de Wit <joris@example.com>',
]
/** Two of these rows are wrong, as in every real list. */
const FAIR = `Name;E-mail;City;Tags
Bettina Kraus;bettina.kraus@example.com;Höhr-Grenzhausen;Kiln fair
Paulo Siqueira;paulo.siqueira@example.com;Cunha;Kiln fair
Aoife Brennan;aoife.brennan@example.com;Kilkenny;Kiln fair
No address yet;ask at the stall;;Kiln fair
Samir Haddad;samir.haddad@example.com;Nabeul;Kiln fair
Bettina Kraus;Bettina.Kraus@example.com;Höhr-Grenzhausen;Kiln fair
`

/** In the name of the admin. */
export async function addWaysIn(admin: Ctx, spaceIds: ReadonlyMap<SpaceKey, number>): Promise<void> {
  if (!admin.has(invitations)) return
  const coming = admin.use(invitations)
  const opens = (...keys: SpaceKey[]): OpenedTarget[] => keys.map((key) => ({ kind: 'space', id: spaceIds.get(key)! }))
  await coming.createLink({ name: 'Newsletter', opens: opens('introductions', 'show-and-tell'), redirectSpaceId: spaceIds.get('introductions')! })
  await coming.createLink({ name: 'Spring wheel class', maxUses: 12, expiresAt: new Date(admin.now().getTime() + 60 * DAY), opens: opens('introductions') })
  // it ends as soon as it is there
  await coming.createLink({ name: 'Kiln fair poster', expiresAt: new Date(admin.now().getTime() + 1_000) })
  await coming.invite({ emails: ASKED, message: 'We met at the kiln fair. Come and show us what you made since.', opens: opens('show-and-tell') })
  if (!admin.has(audience)) return
  const file = await admin.files.put({ filename: 'kiln-fair-visitors.csv', data: Buffer.from(FAIR) })
  await coming.importFile({ signedId: file.signedId, contactType: 'contact' })
}
