/** Handlers of looks and fonts. */
import type { Handlers } from '@atrium/sdk/server'
import type site from '../../contract.ts'
import { createFont, deleteFont, listFonts, showFont, updateFont } from '../service/fonts.ts'
import { createCustomTheme, createTheme, deleteTheme, listThemes, showTheme, updateTheme } from '../service/themes.ts'

export const lookHandlers = {
  themes: (ctx, { query }) => listThemes(ctx, query),
  createTheme: async (ctx, { body }) => showTheme(ctx, await createTheme(ctx, body.theme)),
  createCustomTheme: async (ctx, { body }) => showTheme(ctx, await createCustomTheme(ctx, body.theme.name, body.theme.base)),
  theme: (ctx, { params }) => showTheme(ctx, params.themeId),
  async updateTheme(ctx, { params, body }) {
    await updateTheme(ctx, params.themeId, body.theme)
    return showTheme(ctx, params.themeId)
  },
  destroyTheme: (ctx, { params }) => deleteTheme(ctx, params.themeId),
  fonts: (ctx, { query }) => listFonts(ctx, query),
  createFont(ctx, { body: { custom_font } }) {
    const { file, is_licensed: _, ...fields } = custom_font
    return createFont(ctx, file, fields)
  },
  font: (ctx, { params }) => showFont(ctx, params.id),
  updateFont: (ctx, { params, body }) => updateFont(ctx, params.id, body.custom_font),
  destroyFont: (ctx, { params }) => deleteFont(ctx, params.id),
} satisfies Partial<Handlers<typeof site>>
