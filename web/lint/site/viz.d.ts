// What the site uses of the npm package @viz-js/viz.
export function instance(): Promise<{
  renderString(dot: string, options: { engine: string; format: string }): string;
}>;
