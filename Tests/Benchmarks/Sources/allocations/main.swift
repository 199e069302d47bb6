import Figures

// How many blocks of memory 999,000 decisions ask for, as JSON: those of a million less those of a
// thousand, so that what is made at the first use does not count.
Program.run {
  let count = try AllocationCount()
  var measurements = Measurements()
  measurements[.decideAllocations] = count.ofDecisions()
  measurements[.isAllowedAllocations] = count.ofAnswers()
  print(try measurements.json())
}
