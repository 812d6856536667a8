// Package plots draws figures and the report: curves beside their measurements, boosts, metrics, charges. All drawing is gonum/plot's, restyled: an
// embedded sans font, the colours of Okabe and Ito, which the colour-blind can tell apart, a light grid, labels at the curves
// instead of a legend, and a line that says how much was fitted to how much.
//
// The same run gives the same bytes.
package plots
