/** The published Admin API v2: every call is a map of calls that plugins have. */
import { defineContract } from '@atrium/sdk'
import { auth } from './contract/auth.ts'
import { access } from './contract/access.ts'
import { comments } from './contract/comments.ts'
import { community } from './contract/community.ts'
import { contacts } from './contract/contacts.ts'
import { courses } from './contract/courses.ts'
import { events } from './contract/events.ts'
import { fields } from './contract/fields.ts'
import { forms } from './contract/forms.ts'
import { groups } from './contract/groups.ts'
import { invitations } from './contract/invitations.ts'
import { media } from './contract/media.ts'
import { members } from './contract/members.ts'
import { moderation } from './contract/moderation.ts'
import { paywalls } from './contract/paywalls.ts'
import { posts } from './contract/posts.ts'
import { search } from './contract/search.ts'
import { segments } from './contract/segments.ts'
import { spaces } from './contract/spaces.ts'
import { tags } from './contract/tags.ts'
import { topics } from './contract/topics.ts'
import { workflows } from './contract/workflows.ts'

export default defineContract('public-api', {
  routes: {
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
  },
})
