/** Who somebody is, and how they prove it. */
import type { Communities } from '../communities/index.ts'
import type { Config } from '../config.ts'
import type { Data } from '../data/index.ts'
import type { Events } from '../events/index.ts'
import type { Jobs } from '../jobs/index.ts'
import type { Mail } from '../mail/index.ts'
import type { Log } from '../observe/index.ts'
import { createApiTokens } from './api-tokens.ts'
import { createCredentials, signUpAllowed } from './credentials.ts'
import { createDeletion } from './deletion.ts'
import { createDevices } from './devices.ts'
import { createEmails } from './emails.ts'
import { createEntry } from './entry.ts'
import { createGuard } from './guard.ts'
import { createIdentities } from './identities.ts'
import { createMemberTokens } from './member-tokens.ts'
import { createMasquerades } from './masquerade.ts'
import { createOtp } from './otp.ts'
import { createOwners } from './owners.ts'
import { createPasskeys } from './passkeys.ts'
import { createPasswords } from './passwords.ts'
import { createPeople } from './people.ts'
import { createProviders } from './providers.ts'
import { createRecovery } from './recovery.ts'
import { createSecondFactor } from './second-factor.ts'
import { createSeals } from './secrets.ts'
import { createSessions } from './sessions.ts'
import type { Limits } from '../limits.ts'
import { createSteps } from './steps.ts'
import { createTries } from './tries.ts'
import { createWays } from './ways.ts'

export type { Identity } from './identity.ts'
export { requireProof } from './proof.ts'

interface Dependencies {
  config: Pick<Config, 'secret'> & Partial<Pick<Config, 'formerSecrets'>>
  log: Log
  data: Data
  jobs: Jobs
  mail: Mail
  events: Events
  communities: Communities
  limits: Limits
  clock: () => Date
}

export function createAccounts({ limits, config, log, data, jobs, mail, events, communities, clock }: Dependencies) {
  const seals = createSeals(config.secret, config.formerSecrets)
  const guard = createGuard(limits)
  const sessions = createSessions({ data, communities })
  const steps = createSteps({ data })
  const emails = createEmails({ data, jobs, mail, communities, seals })
  const tries = createTries({ data, emails })
  const ways = createWays({ data, jobs, emails })
  const passwords = createPasswords({ data, guard, clock })
  const secondFactor = createSecondFactor({ data, seals, emails, tries, ways, clock })
  const enter = createEntry({ communities, sessions, steps, secondFactor, emails })
  return {
    ...createIdentities({ data, communities, log }),
    credentials: createCredentials({ data, communities, guard, emails, passwords, sessions, steps, enter }),
    recovery: createRecovery({ data, communities, emails, passwords, sessions, ways }),
    deletion: createDeletion({ data, jobs, communities, passwords, sessions }),
    devices: createDevices({ data, seals, clock }),
    secondFactor,
    steps,
    ways,
    enter,
    otp: createOtp({ data, emails, seals, sessions, secondFactor, clock }),
    passkeys: createPasskeys({ data, steps, emails, ways, enter }),
    providers: createProviders({ data, communities, emails, steps, enter }),
    sessions,
    masquerades: createMasquerades({ data, communities }),
    people: createPeople({ data, events, jobs, communities }),
    owners: createOwners({ data, emails }),
    tokens: createApiTokens({ data }),
    memberTokens: createMemberTokens({ data, secret: config.secret, clock }),
    emails,
    seals,
    signUpAllowed,
  }
}
export type Accounts = ReturnType<typeof createAccounts>
