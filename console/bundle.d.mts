/** The page that shows consoles: its HTML, its style sheet, and its script for browsers. */
export function bundleViewer(): Promise<{ page: string; style: string; script: string }>;
