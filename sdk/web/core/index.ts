/** The entry of the web core: what plugins and the shell use of it. */
export { queryKey, type QueryCache, type ReadOptions, useQueryCache, useRead, useReadPages, useWrite, type WriteInput, type WriteOptions } from './queries.ts'
export { ApiError, call, callStream, isNetworkFailure } from './client.ts'
export { uploadFile } from './upload.ts'
export type { Upload, UploadOptions } from './uploadProps.ts'
export {
  Link,
  type LinkProps,
  type NavigateOptions,
  type RouteChange,
  useBlocker,
  useLocation,
  useNavigate,
  useParams,
  useSearch,
} from './router.tsx'
export { inFrame, isFramed, loadAnew, outOfFrame, sessionsKept } from './framed.ts'
export { useInvitation, useWayBack, wayBack } from './wayBack.ts'
export { formatSpan, formatTime, ordinal, useLocale, useT, useWords, useWordsOf } from './i18n.tsx'
export { type Translate, translate, type Values } from './words.ts'
export { type Session, useSession } from './session.ts'
export { type Presence, useEvent, usePresence, useReconnect, useRoom, useTyping } from './realtime.ts'
export { KindScreen, Slot, type SlotProps, useSlotAhead, useSlotFilled, useSlotPlugins, useSlotTitles } from './slots.tsx'
export { type AppearanceState, useAppearance } from './appearance.ts'
export { type PaletteAction, type Shortcut, useAction, useActions, useShortcut, useShortcuts } from './shortcuts.ts'
export { useSettled } from './settled.ts'
export { useVisitorWish } from './wishes.ts'
export { readStored, useDraft, useStored, writeStored } from './stored.ts'
export { useNarrow } from './narrow.ts'
export { getActivity, useActivity } from './activity.ts'
export { useBadge, useBadges } from './badges.ts'
export { type BottomLink, useBottomLinks, useToldBottomLinks } from './bottom.ts'
export { useBoot } from './boot.ts'
export type { AppearanceChoice } from '../../core/theme.ts'
export type { BootData, BootPlugin, PluginStatus } from './boot.ts'
export { newUuid } from './uuid.ts'
