/** Records of community: legal texts that somebody has agreed to, a domain of its own. */
import { defineRecords, type Target } from '@atrium/sdk/testing'
import type { SpacesMade } from '../../spaces/tests/records.ts'
import contract from '../contract.ts'

const { routes } = contract
const doc = (text: string, ...nodes: { type: string; attrs: object }[]) => ({
  body: { type: 'doc' as const, content: [{ type: 'paragraph', content: [{ type: 'text', text }] }, ...nodes] },
})

export default defineRecords(contract, {
  leaving: { stays: ['community.consent'] },
  // the name on the first page, terms, and joining
  beforeTheRoute: true,
  async fillCommunity({ admin, name }, word, app) {
    const as = app.as(admin)
    await as.call(routes.updateOnboarding, { body: { welcome_title: word } })
    await as.call(routes.updateLegal, { body: { terms: { enabled: true, ...doc(word) } } })
    await as.call(routes.setDomain, { body: { domain: `${name}.example.org` } })
    await as.send('POST', '/internal_api/legal/consent')
  },
  fill: async (_target: Target & SpacesMade) => ({}),
  inputs: {
    updateOnboarding: { input: ({ space }) => ({ body: { welcome_title: 'Changed', default_space_ids: [space.id] } }), foreign: [200] },
    updateInvitationEmail: { body: { subject: 'Changed' } },
    assignTemplate: { body: { template_id: 'hobby' } },
    answerQuestions: { body: { answers: { size: 'more' } } },
    setDomain: { body: { domain: 'changed.example.org' } },
    updateLanding: ({ file }) => ({ body: { picture: file.signedId } }),
    updateLandingSettings: ({ file }) => ({ body: { picture: file.signedId } }),
    updateChecklist: { body: { skip: ['domain'] } },
    broadcast: { body: { subject: 'Changed', body: 'Changed' } },
    defaultAccessGroup: { body: { access_group_id: 1 } },
    updateLegal: ({ file }) => ({ body: { privacy: doc('x', { type: 'image', attrs: { signed_id: file.signedId } }) } }),
    legalText: { input: () => ({ params: { kind: 'terms' } }), foreign: [200, 404] },
    updateListing: { body: { listed: false, description: 'Changed' } },
    discover: { query: { search_text: 'a' } },
    icon: { input: () => ({ params: { name: '32-0.png' } }), own: [404], foreign: [404] },
    joinHere: { input: () => ({ body: {} }), foreign: 'any', joins: true },
    join: { input: ({ side }) => ({ params: { id: side.communityId }, body: {} }), own: [200, 404] },
  },
  screens: {
    '/legal/:kind': () => '/legal/terms',
    '/settings/onboarding': () => ['', '?tab=newcomers', '?tab=invitation'].map((tab) => `/settings/onboarding${tab}`),
  },
})
