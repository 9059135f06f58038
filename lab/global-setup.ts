/** Runs once before all tests of a project. */
export default function setup(): void {}
