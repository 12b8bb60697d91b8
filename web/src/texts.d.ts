// Documents that are bundled as texts.
declare module "*.yaml" {
  const text: string;
  export default text;
}
