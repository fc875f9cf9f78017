/** The room of accounts: who somebody is, and how they prove it. */
import type { Config } from '../config.ts'
import type { Communities } from '../communities/index.ts'
import type { Data } from '../data/index.ts'
import type { Events } from '../events/index.ts'
import type { Jobs } from '../jobs/index.ts'
import type { Mail } from '../mail/index.ts'
import type { Log } from '../observe/index.ts'
import { createApiTokens } from './api-tokens.ts'
import { createCredentials, signUpAllowed } from './credentials.ts'
import { createEntry } from './entry.ts'
import { createGuard } from './guard.ts'
import { createIdentities } from './identities.ts'
import { createLetters } from './letters.ts'
import { createOtp } from './otp.ts'
import { createPasskeys } from './passkeys.ts'
import { createPeople } from './people.ts'
import { createProviders } from './providers/index.ts'
import { createOidc } from './providers/oidc.ts'
import { createProviderSettings } from './providers/settings.ts'
import { createSecondFactor } from './second-factor.ts'
import { createSeals } from './secrets.ts'
import { createSessions } from './sessions.ts'
import { createSteps } from './steps.ts'

export type { Identity } from './identities.ts'
export { requireProof } from './otp.ts'
export type { NewAccount } from './people.ts'
export type { Client } from './sessions.ts'

interface Dependencies {
  config: Pick<Config, 'secret' | 'privateCalls'>
  clock: () => Date
  log: Log
  data: Data
  jobs: Jobs
  mail: Mail
  events: Events
  communities: Communities
}

export function createAccounts({ config, clock, log, data, jobs, mail, events, communities }: Dependencies) {
  const sessions = createSessions({ data, communities })
  const seals = createSeals(config.secret)
  const letters = createLetters({ data, jobs, mail, communities, seals })
  const secondFactor = createSecondFactor({ data, seals, letters, clock })
  const steps = createSteps({ data })
  const enter = createEntry({ communities, sessions, steps, secondFactor })
  const providerSettings = createProviderSettings({ data, seals })
  const oidc = createOidc({ allowPrivate: config.privateCalls })
  const people = createPeople({ data, events, communities })
  return {
    ...createIdentities({ data, communities, log }),
    credentials: createCredentials({ data, jobs, events, communities, guard: createGuard(), letters, sessions, enter }),
    secondFactor,
    steps,
    enter,
    otp: createOtp({ data, jobs, letters, seals, sessions, secondFactor }),
    passkeys: createPasskeys({ data, jobs, steps, letters, enter }),
    providers: createProviders({ data, log, jobs, events, communities, letters, steps, enter, oidc, settings: providerSettings }),
    sessions,
    people,
    tokens: createApiTokens({ data }),
    signUpAllowed,
    choose: sessions.choose,
    rolesOf: people.rolesOf,
    createAccount: people.createAccount,
    members: people.members,
  }
}
export type Accounts = ReturnType<typeof createAccounts>
