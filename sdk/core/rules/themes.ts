/** Which style sheet a theme's name stands for. */

/** The value of `data-theme`: own colours lie over the default theme. */
export const themeAttribute = (theme: { current_theme: string }): string => (theme.current_theme === 'custom' ? 'default' : theme.current_theme)
