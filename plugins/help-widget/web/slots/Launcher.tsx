/** The help button of the community: shows nothing until its window is there. */
export default () => null
