/** The manifest language: what a plugin contributes to the shell, as pure data. */
import type { z } from 'zod'
import type { ActionShape, AdminScreenShape, GROUPS, KindShape, ManifestShape, NavShape, PICTURES, ScreenShape, SlotShape } from './manifestSchema.ts'

export type ScreenDef = z.output<typeof ScreenShape>
export type KindDef = z.output<typeof KindShape>
export type SlotDef = z.output<typeof SlotShape>
export type AdminScreenDef = z.output<typeof AdminScreenShape>
export type AdminGroup = (typeof GROUPS)[number]
export type FeaturePicture = (typeof PICTURES)[number]
export type NavDef = z.output<typeof NavShape>
export type ActionDef = z.output<typeof ActionShape>
export type Manifest = z.output<typeof ManifestShape>

/** Declares a plugin. Pure data: the kernel reads it without running anything else of the plugin. */
export const definePlugin = (manifest: Manifest): Manifest => manifest

/** Whether people meet the plugin anywhere: as a screen, a part of one, a place in a menu or an entry of the palette. */
export const showsAnything = ({ screens = {}, kinds = {}, slots = {}, admin = {}, tabs = [], links = [], bottom = [], actions = [] }: Manifest): boolean =>
  [screens, kinds, slots, admin, tabs, links, bottom, actions].some((part) => Object.keys(part).length > 0)
