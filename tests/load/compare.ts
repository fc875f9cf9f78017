/** Atrium and the bare server in turns: the same calls of the same people, and the figures of both in one line. */
import { createHash, randomBytes } from 'node:crypto'
import type autocannon from 'autocannon'
import type pg from 'pg'
import { cpu, load, middle, n, percent, type Result } from './measure.ts'
import type { Running } from './processes.ts'

/** Whose sessions the calls carry. */
export interface Sides {
  /** Cookies of busy members. */
  cookies: string[]
  /** Of members who may manage people. */
  admins: string[]
}
export type Request = { method?: 'GET' | 'POST' | 'PATCH'; path: string; body?: object; signedOut?: true; admin?: true; headers?: Record<string, string> }
export interface Case<Target extends Sides> {
  name: string
  /** What the comparison asks at least, as a share of the bare server's requests a second; for writes, at most, of its CPU. */
  goal: string
  atrium(target: Target, i: number): Request[]
  bare(target: Target, i: number): Request[]
}
export const pick = <T>(list: T[], i: number): T => list[i % list.length]!

const VARIETY = 400
export function requestsOf<Target extends Sides>(target: Target, make: (target: Target, i: number) => Request[], accept: string): autocannon.Request[] {
  return Array.from({ length: VARIETY }, (_, i) =>
    make(target, i).map(({ method = 'GET', path, body, signedOut, admin, headers }) => ({
      method,
      path,
      headers: {
        accept: signedOut ? 'text/html' : accept,
        ...(signedOut ? {} : { cookie: `atrium_session=${pick(admin ? target.admins : target.cookies, i)}` }),
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : method === 'GET' ? {} : { body: '' }),
    })),
  ).flat()
}

/** Sessions as sign-in makes them, without its argon2. Their tokens. */
export async function signIn(client: pg.Client, community: number, accounts: { account_id: number }[]): Promise<string[]> {
  const tokens = accounts.map(() => randomBytes(32).toString('base64url'))
  await client.query(
    `insert into kernel.session (token_hash, account_id, community_id, ip, user_agent, expires_at)
     select s.hash, s.account, $3, '127.0.0.1', 'bench', now() + interval '1 day' from unnest($1::bytea[], $2::bigint[]) s(hash, account)`,
    [tokens.map((token) => createHash('sha256').update(token).digest()), accounts.map(({ account_id }) => account_id), community],
  )
  return tokens
}

interface Run {
  atrium: Running
  bare: Running
  /** pid. */
  database: number
  connections: number[]
  seconds: number
  turns: number
}
export async function compare<Target extends Sides>(cases: Case<Target>[], target: Target, { atrium, bare, database, connections, seconds, turns }: Run) {
  console.log('| call | at | Atrium req/s | bare req/s | ratio | p50/p99 ms | bare p50/p99 | CPU ms: server + database | bare | CPU × | goal | failed |')
  console.log('|---|---|---|---|---|---|---|---|---|---|---|---|')
  for (const one of cases)
    for (const at of connections) {
      const ours: Result[] = []
      const theirs: Result[] = []
      const here = requestsOf(target, one.atrium, 'application/json')
      const there = requestsOf(target, one.bare, 'application/json')
      await load(atrium, database, here, at, 1)
      await load(bare, database, there, at, 1)
      for (let turn = 0; turn < turns; turn++) {
        theirs.push(await load(bare, database, there, at, seconds))
        ours.push(await load(atrium, database, here, at, seconds))
      }
      const a = middle(ours)
      const b = middle(theirs)
      console.log(
        `| ${one.name} | ${at} | ${n(a.rate)} | ${n(b.rate)} | ${percent(a.rate, b.rate)} | ${n(a.p50)}/${n(a.p99)} | ${n(b.p50)}/${n(b.p99)} | ${cpu(a)} | ${cpu(b)} | ${n((a.server + a.database) / (b.server + b.database), 1)} | ${one.goal} | ${a.failed}, ${b.failed} |`,
      )
    }
}
