"""What may have been meant by a record that is wrong: slips, corrections, other rules, and what follows the error."""
