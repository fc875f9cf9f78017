/** The room of accounts: who somebody is, and how they prove it. */
import type { Communities } from '../communities/index.ts'
import type { Data } from '../data/index.ts'
import type { Events } from '../events/index.ts'
import type { Jobs } from '../jobs/index.ts'
import type { Mail } from '../mail/index.ts'
import type { Log } from '../observe/index.ts'
import { createApiTokens } from './api-tokens.ts'
import { createCredentials, signUpAllowed } from './credentials.ts'
import { createGuard } from './guard.ts'
import { createIdentities } from './identities.ts'
import { createLetters } from './letters.ts'
import { createMasquerades } from './masquerade.ts'
import { createPeople } from './people.ts'
import { createSessions } from './sessions.ts'

export type { Identity } from './identities.ts'
export type { NewAccount } from './people.ts'
export type { Client } from './sessions.ts'

interface Dependencies {
  log: Log
  data: Data
  jobs: Jobs
  mail: Mail
  events: Events
  communities: Communities
}

export function createAccounts({ log, data, jobs, mail, events, communities }: Dependencies) {
  const sessions = createSessions({ data, communities })
  const letters = createLetters({ data, jobs, mail, communities })
  const people = createPeople({ data, events, communities })
  return {
    ...createIdentities({ data, communities, log }),
    credentials: createCredentials({ data, jobs, events, communities, guard: createGuard(), letters, sessions }),
    sessions,
    masquerades: createMasquerades({ data, communities }),
    people,
    tokens: createApiTokens({ data }),
    signUpAllowed,
    choose: sessions.choose,
    createAccount: people.createAccount,
    members: people.members,
  }
}
export type Accounts = ReturnType<typeof createAccounts>
