/** Keys as they are printed on this device's keyboard: `mod+k` is ⌘ and k, or Ctrl and k. */
const SIGNS: Record<string, string> = { shift: '⇧', enter: '↵', escape: 'esc', arrowup: '↑', arrowdown: '↓', arrowleft: '←', arrowright: '→' }
const apple = /Mac|iPhone|iPad/.test(navigator.platform)
const sign = (key: string) => (key === 'mod' ? (apple ? '⌘' : 'Ctrl') : key === 'alt' && apple ? '⌥' : (SIGNS[key] ?? key))

export const keyCaps = (keys = ''): string[] => keys.split(/[ +]/).filter(Boolean).map(sign)
