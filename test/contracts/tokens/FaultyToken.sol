// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ERC1363} from "@openzeppelin/contracts/token/ERC20/extensions/ERC1363.sol";

interface IWatcher {
    /// @notice Tokens are about to move, or have just been moved.
    function onMove() external;
}

/// @title An honest token that at times takes a fee, answers false, lies, refuses somebody or calls back
contract FaultyToken is ERC1363 {
    enum Fault {
        Honest,
        Fee,
        False,
        Lie,
        Refusal,
        HookBefore,
        HookAfter
    }

    address public immutable watcher;
    Fault public fault;
    address public refused;
    /// @dev What somebody was asked to pay to somebody, and has, said the token.
    mapping(address from => mapping(address to => uint256)) public claimed;
    mapping(address from => uint256) public totalClaimed;

    constructor() ERC20("Faulty", "FAULT") {
        watcher = msg.sender;
        _mint(msg.sender, 1e27);
    }

    function setFault(Fault fault_, address refused_) external {
        (fault, refused) = (fault_, refused_);
    }

    function transfer(address to, uint256 value) public override(ERC20, IERC20) returns (bool) {
        return move(msg.sender, to, value, false);
    }

    function transferFrom(address from, address to, uint256 value) public override(ERC20, IERC20) returns (bool) {
        return move(from, to, value, true);
    }

    function move(address from, address to, uint256 value, bool asSpender) private returns (bool) {
        if (fault == Fault.False) return false;
        require(fault != Fault.Refusal || to != refused, "refused");
        claimed[from][to] += value;
        totalClaimed[from] += value;
        if (fault == Fault.Lie) return true;
        if (fault == Fault.HookBefore) IWatcher(watcher).onMove();
        if (asSpender) super.transferFrom(from, to, value);
        else super.transfer(to, value);
        if (fault == Fault.Fee) _transfer(to, watcher, value / 10);
        if (fault == Fault.HookAfter) IWatcher(watcher).onMove();
        return true;
    }
}
