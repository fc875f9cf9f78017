/** Clients of the published API in tests: over HTTP, with a token. */
import { expect } from 'chai'
import { type CallResult, type TestApp, testApp, type TestMember } from '@atrium/sdk/testing'

const BASE = '/api/admin/v2'
/** All plugins whose calls are mapped, and what they need. */
const PLUGINS = [
  ...['notifications', 'spaces', 'content', 'members', 'media', 'posts', 'home', 'community', 'audience', 'archive', 'events', 'courses', 'access'],
  ...['invitations', 'moderation', 'forms', 'gamification', 'search', 'chat', 'quizzes', 'workflows', 'payments', 'paywalls', 'developers', 'public-api'],
]
export const openApi = (): Promise<TestApp> => testApp(PLUGINS.map((id) => `plugins/${id}`))

export interface Client {
  (method: string, address: string, body?: unknown): Promise<CallResult>
  /** @returns the body of a good answer */
  get(address: string): Promise<any>
  post(address: string, body?: unknown): Promise<any>
  put(address: string, body?: unknown): Promise<any>
  patch(address: string, body?: unknown): Promise<any>
  del(address: string, body?: unknown): Promise<any>
}
export async function tokenOf(app: TestApp, owner: TestMember, kind = 'admin_v2', scopes = ['admin', 'read', 'write']): Promise<string> {
  const { token } = await app.kernel.modules.accounts.tokens.create(owner.communityId, owner.accountId, { name: kind, kind, scopes, expiresAt: null })
  return token
}
/** A program that holds a token of this member. */
export async function clientOf(app: TestApp, owner: TestMember, how: { kind?: string; scopes?: string[]; scheme?: 'Token' | 'Bearer' } = {}): Promise<Client> {
  const token = await tokenOf(app, owner, how.kind, how.scopes)
  const send = (method: string, address: string, body?: unknown) =>
    app.as(null).send(method, BASE + address, body, { authorization: `${how.scheme ?? 'Token'} ${token}` })
  const good = async (method: string, address: string, body?: unknown) => {
    const result = await send(method, address, body)
    expect(result.status, `${method} ${address} ${JSON.stringify(result.body)}`).to.be.within(200, 299)
    return result.body
  }
  return Object.assign(send, {
    get: (address: string) => good('GET', address),
    post: (address: string, body?: unknown) => good('POST', address, body ?? {}),
    put: (address: string, body?: unknown) => good('PUT', address, body ?? {}),
    patch: (address: string, body?: unknown) => good('PATCH', address, body ?? {}),
    del: (address: string, body?: unknown) => good('DELETE', address, body),
  })
}
/** Every published field is there; a mark behind its name says of what kind it is: `#` number, `?` may be null, `!` yes or no, `*` anything. */
export function expectFields(record: any, published: string): void {
  expect(record, 'the record').to.be.an('object')
  for (const field of published.trim().split(/\s+/)) {
    const [, name, marks] = /^([\w.]+)([#?!*]*)$/.exec(field)!
    const value = name!.split('.').reduce((inside, key) => inside?.[key], record)
    expect(value, `${name} of ${JSON.stringify(record).slice(0, 300)}`).to.not.equal(undefined)
    if (marks!.includes('*') || (marks!.includes('?') && value === null)) continue
    expect(value, name).to.be.a(marks!.includes('#') ? 'number' : marks!.includes('!') ? 'boolean' : 'string')
  }
}
export function expectList(list: any, published: string, least = 1): any[] {
  expectFields(list, 'page# per_page# has_next_page! count# page_count#')
  expect(list.page_count).to.equal(list.records.length)
  expect(list.records.length).to.be.at.least(least)
  for (const record of list.records) expectFields(record, published)
  return list.records
}
export const doc = (text: string) => ({ body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] } })
/** Address of a member, as members are made in tests. */
export const emailOf = async (app: TestApp, { accountId }: { accountId: number }): Promise<string> => {
  const [row] = await app.sql<{ email: string }>('select email from kernel.account where id = $1', [accountId])
  return row!.email
}
export const MEMBER = `id# first_name? last_name? email headline? created_at updated_at community_id# last_seen_at? profile_confirmed_at? profile_url public_uid
  avatar_url? user_id# name accepted_invitation? active! sso_provider_user_id? flattened_profile_fields* posts_count#? comments_count#? member_tags* profile_fields*
  gamification_stats* activity_score.activity_score? activity_score.presence? activity_score.participation? activity_score.contribution? activity_score.connection?`
