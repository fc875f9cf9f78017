/** All emoji, with search and skin tones. The data are files of our own: nothing is fetched from elsewhere. */
import { EmojiPicker, type EmojiDataResolver, type SkinTone } from 'frimousse'
import { loadEmoji } from '../../core/emoji.ts'
import { useLocale, useWords } from '../../core/i18n.tsx'
import { useStored } from '../../core/stored.ts'

const TONES = ['light', 'medium-light', 'medium', 'medium-dark', 'dark'] as const
const resolve: EmojiDataResolver = async (locale) => {
  const { categories, skinTones, emojis } = await loadEmoji(locale)
  return {
    locale,
    categories,
    skinTones: skinTones as never,
    emojis: emojis.map(({ skins, ...row }) => ({
      ...row,
      version: 1,
      ...(skins ? { skins: Object.fromEntries(TONES.map((tone, at) => [tone, skins[at]!])) as never } : {}),
    })),
  }
}

export interface EmojiProps {
  onPick: (emoji: string) => void
  /** One comes to search: where others stand above the list, it would come late and take the focus from them. */
  isSearch?: boolean
}
export default function Emoji({ onPick, isSearch = true }: EmojiProps) {
  const t = useWords()
  const locale = useLocale()
  const [tone, setTone] = useStored<SkinTone>('emoji-tone', 'none')
  return (
    <EmojiPicker.Root
      locale={locale}
      columns={9}
      skinTone={tone}
      resolveEmojiData={resolve}
      onEmojiSelect={({ emoji }) => onPick(emoji)}
      className="flex h-80 flex-col"
    >
      <div className="flex items-center gap-2 p-2">
        <EmojiPicker.Search
          autoFocus={isSearch}
          aria-label={t('emoji.search')}
          placeholder={t('emoji.search')}
          className="field h-9 min-w-0 flex-1 px-2.5 text-13 max-desk:text-16"
        />
        <EmojiPicker.SkinTone>
          {({ skinTone, setSkinTone, skinToneVariations }) => {
            const at = skinToneVariations.findIndex((one) => one.skinTone === skinTone)
            const next = skinToneVariations[(at + 1) % skinToneVariations.length]!
            return (
              <button
                type="button"
                aria-label={t('emoji.tone')}
                className="grid size-9 shrink-0 place-items-center rounded-control text-17 hover:bg-hover"
                onClick={() => {
                  setSkinTone(next.skinTone)
                  setTone(next.skinTone)
                }}
              >
                {skinToneVariations[Math.max(at, 0)]!.emoji}
              </button>
            )
          }}
        </EmojiPicker.SkinTone>
      </div>
      <EmojiPicker.Viewport className="relative flex-1 outline-none">
        <EmojiPicker.Loading className="absolute inset-0 grid animate-late place-items-center text-text-3">{t('loading')}</EmojiPicker.Loading>
        <EmojiPicker.Empty className="absolute inset-0 grid place-items-center text-text-3">{t('nothing')}</EmojiPicker.Empty>
        <EmojiPicker.List
          className="select-none pb-2"
          aria-label={t('emoji.label')}
          components={{
            CategoryHeader: ({ category, ...props }) => (
              <div {...props} className="bg-surface px-3 pb-1 pt-2 text-12 font-medium text-text-3">
                {category.label}
              </div>
            ),
            Row: ({ children, ...props }) => (
              <div {...props} className="scroll-my-1 px-1.5">
                {children}
              </div>
            ),
            Emoji: ({ emoji, ...props }) => (
              <button type="button" {...props} className="grid h-9 flex-1 place-items-center rounded-control text-20 data-[active]:bg-hover">
                {emoji.emoji}
              </button>
            ),
          }}
        />
      </EmojiPicker.Viewport>
    </EmojiPicker.Root>
  )
}
