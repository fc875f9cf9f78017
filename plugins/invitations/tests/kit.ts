/** What the tests of coming in share. */
import type { TestApp, TestMember } from '@atrium/sdk/testing'
import contract, { type ImportTask, type LinkInput } from '../contract.ts'

const { routes } = contract
export const PLUGINS = [
  'plugins/spaces',
  'plugins/content',
  'plugins/members',
  'plugins/community',
  'plugins/access',
  'plugins/audience',
  'plugins/invitations',
]

export const makeLink = async (app: TestApp, admin: TestMember, fields: Partial<LinkInput['invitation_link']> = {}) => {
  const { invitation_link } = await app.as(admin).call(routes.createLink, { body: { invitation_link: { name: 'Kiln fair', ...fields } } })
  return { ...invitation_link, token: invitation_link.redemption_url.split('/').at(-1)! }
}
let people = 0
/** @returns the address and who signed up with it, null where nobody could */
export async function signUp(app: TestApp, token?: string, email = `newcomer-${++people}@example.com`): Promise<{ status: number; email: string; id: number }> {
  app.resetLimits()
  const body = { name: 'Newcomer', email, password: 'Secret-1!', ...(token ? { invitation_token: token } : {}) }
  const { status } = await app.as(null).send('POST', '/internal_api/sign_up', body)
  await app.settle()
  const [member] = await app.sql<{ id: number }>(
    'select m.id from kernel.member m join kernel.account a on a.id = m.account_id where lower(a.email) = lower($1)',
    [email],
  )
  return { status, email, id: member?.id ?? 0 }
}
/** Uploads, checks and, where it is wished, runs an import. */
export async function bring(app: TestApp, admin: TestMember, text: string | Buffer, change: object = {}, type: 'member' | 'contact' = 'member') {
  const as = app.as(admin)
  const { signedId } = await app.upload(admin, 'people.csv', Buffer.from(text))
  const { id } = await as.call(routes.startImport, { body: { contact_type: type, signed_id: signedId } })
  if (Object.keys(change).length) await as.call(routes.changeImport, { params: { id }, body: change })
  await as.call(routes.checkImport, { params: { id } })
  await app.settle()
  const show = (): Promise<ImportTask> => as.call(routes.importTask, { params: { id } })
  const rows = async (outcome?: 'new' | 'changed' | 'same' | 'wrong') =>
    (await as.call(routes.importRows, { params: { id }, query: { per_page: 100, ...(outcome ? { outcome } : {}) } })).records
  const act = async (route: 'runImport' | 'undoImport' | 'stopImport') => {
    await as.call(routes[route], { params: { id } })
    await app.settle()
    return show()
  }
  return { id, show, rows, run: () => act('runImport'), undo: () => act('undoImport'), stop: () => act('stopImport') }
}
