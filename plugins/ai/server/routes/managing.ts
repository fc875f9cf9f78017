/** Handlers for those who manage agents, what they know, and how well they answer. */
import type { Ctx, Handlers } from '@atrium/sdk/server'
import type contract from '../../contract.ts'
import { audienceCount, createAgent, deleteAgent, listAgents, listVersions, restoreVersion, showAgent, updateAgent } from '../service/agents.ts'
import { overview, spacesRead } from '../service/knowledge/overview.ts'
import { readAnew } from '../service/knowledge/reading.ts'
import {
  createAddress,
  createFromFiles,
  createSnippet,
  deleteSources,
  listSources,
  readAgain,
  showSource,
  updateSnippet,
} from '../service/knowledge/sources.ts'
import { listTools, playground, preview } from '../service/playground.ts'
import { saidInPosts } from '../service/places/said.ts'
import { createTest, deleteTest, figures, listTests, rated, runTests, unanswered, updateTest } from '../service/quality.ts'
import { changeSetting, showSetting, tryProvider } from '../service/settings.ts'

type Routes = Handlers<typeof contract>
export const managing = {
  profiles: async (ctx: Ctx) => ({ records: await listAgents(ctx) }),
  createProfile: async (ctx, { body }) => showAgent(ctx, await createAgent(ctx, body.profile)),
  audienceCount: async (ctx, { query }) => ({ count: await audienceCount(ctx, query.segment_ids) }),
  profile: (ctx, { params }) => showAgent(ctx, params.id),
  async updateProfile(ctx, { params, body }) {
    await updateAgent(ctx, params.id, body.profile, body.version)
    return showAgent(ctx, params.id)
  },
  destroyProfile: (ctx, { params }) => deleteAgent(ctx, params.id),
  versions: (ctx, { params, query }) => listVersions(ctx, params.id, query),
  async restoreVersion(ctx, { params }) {
    await restoreVersion(ctx, params.id, params.number)
    return showAgent(ctx, params.id)
  },
  profileComments: (ctx, { params, query }) => saidInPosts(ctx, params.id, query),
  playground: (ctx, { params, body }) => playground(ctx, params.id, body),
  tools: async (ctx: Ctx) => ({ records: listTools(ctx) }),

  overview: (ctx: Ctx) => overview(ctx),
  sources: (ctx, { query }) => listSources(ctx, query),
  snippets: (ctx, { query }) => listSources(ctx, { ...query, kind: 'snippet' }),
  createSnippet: async (ctx, { body }) => showSource(ctx, await createSnippet(ctx, body.snippet)),
  async createFromFiles(ctx, { body }) {
    const ids = await createFromFiles(ctx, body.files)
    return { records: await Promise.all(ids.map((id) => showSource(ctx, id))) }
  },
  createAddress: async (ctx, { body }) => showSource(ctx, await createAddress(ctx, body.address)),
  bulkDestroySnippets: async (ctx, { body }) => ({ count: await deleteSources(ctx, body.ids) }),
  previewSnippets: (ctx, { body }) => preview(ctx, body),
  snippet: (ctx, { params }) => showSource(ctx, params.id),
  async updateSnippet(ctx, { params, body }) {
    await updateSnippet(ctx, params.id, body.snippet)
    return showSource(ctx, params.id)
  },
  async destroySnippet(ctx, { params }) {
    await showSource(ctx, params.id)
    await deleteSources(ctx, [params.id])
  },
  async readAgain(ctx, { params }) {
    await readAgain(ctx, params.id)
    return showSource(ctx, params.id)
  },
  readAllAgain: (ctx: Ctx) => readAnew(ctx),
  spaces: async (ctx: Ctx) => ({ records: await spacesRead(ctx) }),

  quality: (ctx, { query }) => figures(ctx, query),
  unanswered: (ctx, { query }) => unanswered(ctx, query),
  rated: (ctx, { query }) => rated(ctx, query),
  testQuestions: (ctx, { params }) => listTests(ctx, params.id),
  createTestQuestion: (ctx, { params, body }) => createTest(ctx, params.id, body.test_question),
  updateTestQuestion: (ctx, { params, body }) => updateTest(ctx, params.id, body.test_question),
  destroyTestQuestion: (ctx, { params }) => deleteTest(ctx, params.id),
  runTests: (ctx, { params }) => runTests(ctx, params.id),

  setting: (ctx: Ctx) => showSetting(ctx),
  async updateSetting(ctx, { body }) {
    await changeSetting(ctx, body.setting)
    return showSetting(ctx)
  },
  tryProvider: (ctx: Ctx) => tryProvider(ctx),
} satisfies Partial<Routes>
