/** Levels, badges and awards of Clay & Fire. */
interface LevelText {
  name: string
  points: number
  emoji: string
  opens?: true
}
export const levels: LevelText[] = [
  { name: 'Newcomer', points: 0, emoji: '🌱' },
  { name: 'Apprentice', points: 40, emoji: '🧽' },
  { name: 'Wedger', points: 80, emoji: '🧱' },
  { name: 'Trimmer', points: 110, emoji: '🪚' },
  { name: 'Thrower', points: 140, emoji: '🏺' },
  { name: 'Journeyman', points: 165, emoji: '🎒' },
  { name: 'Maker', points: 195, emoji: '🫖', opens: true },
  { name: 'Kiln keeper', points: 250, emoji: '🔥' },
  { name: 'Master', points: 320, emoji: '👑' },
]
interface BadgeText {
  name: string
  emoji: string
  description: string
  rule?: string
  threshold?: number
  who?: string[]
}
export const badges: BadgeText[] = [
  { name: 'First firing', emoji: '🔥', description: 'Published a first post', rule: 'post', threshold: 1 },
  { name: 'Well read', emoji: '📚', description: 'Wrote what fifty others commented on', rule: 'comment', threshold: 50 },
  { name: 'A hundred thanks', emoji: '💛', description: 'A hundred likes for what they wrote', rule: 'like', threshold: 100 },
  { name: 'Six night shifts', emoji: '🌙', description: 'Sat with the wood kiln six nights', who: ['marit', 'saoirse', 'nell'] },
  { name: 'Kiln safety', emoji: '🧯', description: 'Took the safety course', who: ['nell', 'priya', 'callum', 'hana'] },
]
/** `null` is the admin, who gets them from Marit. */
export const awards: { who: string | null; points: number; reason: string }[] = [
  { who: null, points: 45, reason: 'Moved Clay & Fire to its new house' },
  { who: 'saoirse', points: 60, reason: 'Led the night shift of the autumn firing' },
  { who: 'yusuf', points: 40, reason: 'Mended the pug mill, and wrote down how' },
]
