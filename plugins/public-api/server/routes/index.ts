/** The calls, by what they are about. */
import type { Handlers } from '@atrium/sdk/server'
import type contract from '../../contract.ts'
import { auth } from './auth.ts'
import { access } from './access.ts'
import { comments } from './comments.ts'
import { community } from './community.ts'
import { contacts } from './contacts.ts'
import { courses } from './courses.ts'
import { events } from './events.ts'
import { fields } from './fields.ts'
import { forms } from './forms.ts'
import { groups } from './groups.ts'
import { invitations } from './invitations.ts'
import { media } from './media.ts'
import { members } from './members.ts'
import { moderation } from './moderation.ts'
import { paywalls } from './paywalls.ts'
import { posts } from './posts.ts'
import { search } from './search.ts'
import { segments } from './segments.ts'
import { spaces } from './spaces.ts'
import { tags } from './tags.ts'
import { topics } from './topics.ts'
import { workflows } from './workflows.ts'

export const routes: Handlers<typeof contract> = {
  ...community,
  ...members,
  ...fields,
  ...tags,
  ...groups,
  ...spaces,
  ...topics,
  ...posts,
  ...comments,
  ...events,
  ...courses,
  ...access,
  ...invitations,
  ...moderation,
  ...forms,
  ...segments,
  ...search,
  ...media,
  ...contacts,
  ...workflows,
  ...paywalls,
  ...auth,
}
